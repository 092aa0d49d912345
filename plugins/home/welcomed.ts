/** Where this browser keeps that the account was welcomed. */
export const WELCOMED = 'home.USER_WELCOMED'
