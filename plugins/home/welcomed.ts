/** Where this browser keeps that the account was welcomed. */
export const WELCOMED = 'home.USER_WELCOMED'

/** Where an invitation waits for an answer (specification section 3). */
export const PENDING_INVITATION = 'invite_id'
