/** Objects that a reversible command changes at once, offering Undo; more are shown in a plan first. */
export const AT_ONCE = 25
