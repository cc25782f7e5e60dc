/** Value of `addressId` for an address that is not one of the saved ones. */
export const OTHER_ADDRESS = 'other';
