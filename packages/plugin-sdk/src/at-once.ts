/** How many objects a reversible command changes at once, offering Undo. For more objects, it shows a plan first. */
export const AT_ONCE = 25
