/** Whether a field of this name is never stored: passwords, verification codes, card data. */
export function isSecret(name: string): boolean {
  return /password|^code$|cvc|card|token/i.test(name);
}
