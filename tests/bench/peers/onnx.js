/**
 * ONNX models in the few lines of Protocol Buffers that they take: field
 * numbers are those of onnx.proto.
 */

const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 128 : low);
  } while (rest > 0);
  return bytes;
}

const integer = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, content) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
];
const string = (field, value) => bytes(field, [...text.encode(value)]);

/** AttributeProto of an integer. */
export const attribute = (name, value) =>
  bytes(5, [...string(1, name), ...integer(3, value), ...integer(20, 2)]);

/** NodeProto. */
export const node = (operator, inputs, outputs, attributes = []) =>
  bytes(1, [
    ...inputs.flatMap((name) => string(1, name)),
    ...outputs.flatMap((name) => string(2, name)),
    ...string(4, operator),
    ...attributes.flat(),
  ]);

/** ValueInfoProto of a float32 tensor. */
function value(field, [name, shape]) {
  const dimensions = shape.flatMap((n) => bytes(1, integer(1, n)));
  const tensor = [...integer(1, 1), ...bytes(2, dimensions)];
  return bytes(field, [...string(1, name), ...bytes(2, bytes(1, tensor))]);
}

/**
 * ModelProto, operator set 17.
 *
 * @param nodes of `node`
 * @param inputs, outputs [name, shape] each
 */
export const model = (nodes, inputs, outputs) =>
  Uint8Array.from([
    ...integer(1, 8),
    ...bytes(7, [
      ...nodes.flat(),
      ...string(2, "graph"),
      ...inputs.flatMap((entry) => value(11, entry)),
      ...outputs.flatMap((entry) => value(12, entry)),
    ]),
    ...bytes(8, integer(2, 17)),
  ]);
