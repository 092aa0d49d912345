import { PASSWORD_MIN } from '@typecase/contract/users'

/** Shown under password fields. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters; a sentence is best.`
