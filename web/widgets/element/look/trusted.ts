// Markup and threads of the figures' own, for pages that take none but from a policy (Trusted
// Types): all of it is escaped where it is made.

interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;
let isAsked = false;

function ask(): void {
  isAsked = true;
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  try {
    policy = trustedTypes?.createPolicy("posenc", {
      createHTML: (it) => it,
      createScriptURL: (it) => it,
    });
  } catch {
    // The page does not allow it; if it insists, what takes the markup says so.
  }
}

/** Markup as `innerHTML` takes it. */
export function trusted(html: string): string {
  if (!isAsked) ask();
  return policy?.createHTML(html) ?? html;
}

/** The address of a thread's file as `new Worker` takes it. */
export function trustedAddress(address: string): string {
  if (!isAsked) ask();
  return policy?.createScriptURL(address) ?? address;
}
