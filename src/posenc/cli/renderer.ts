// What `posenc render` needs of the entry `posenc-widgets/render`. That one is
// built above this layer and found by its public name when it is asked for.

/** One attribute of a widget. */
export interface AttributeDescription {
  readonly name: string;
  /** As TypeScript writes it. */
  readonly type: string;
  readonly default: string;
  readonly allowed: { readonly en: string };
  readonly label: { readonly en: string };
}

/** One widget. */
export interface WidgetDescription {
  readonly tag: string;
  readonly name: { readonly en: string };
  readonly attributes: readonly AttributeDescription[];
}

/** The entry. */
export interface Renderer {
  renderSVG(
    widget: string,
    attributes: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  describe(): Promise<readonly WidgetDescription[]>;
  /** Widgets that have no picture, by tag. */
  readonly undrawn: readonly string[];
}

const PACKAGE = "posenc-widgets";
const ENTRY = `${PACKAGE}/render`;
const MISSING = `render: figures are in ${PACKAGE}; install it beside posenc: npm install ${PACKAGE}
  (without installing: npx -p posenc -p ${PACKAGE} posenc render ...)`;

/** Loads the entry. */
export async function loadRenderer(): Promise<Renderer> {
  try {
    return await import(ENTRY);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Not what the entry itself looks for in vain.
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${PACKAGE}'`)) {
      throw error;
    }
    throw new Error(MISSING);
  }
}
