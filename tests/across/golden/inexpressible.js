/**
 * Cases that the API cannot express, by name, each with the reason. Everything
 * else must pass.
 */
export const INEXPRESSIBLE = {};

/** Why a case is left out, or undefined when it must pass. */
export const inexpressible = ({ name }) => INEXPRESSIBLE[name];
