export const deflatedBase64: string;
