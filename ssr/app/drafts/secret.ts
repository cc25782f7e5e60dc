/** Whether what a field of this name holds is never kept: passwords, verification codes, card data. */
export function isSecret(name: string): boolean {
  return /password|^code$|cvc|card|token/i.test(name);
}
