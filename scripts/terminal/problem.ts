/** A sentence for the person at the terminal, without a stack. */
export class Problem extends Error {}

/** The same about what was typed. */
export class WrongArguments extends Problem {}

/** The user did not confirm. */
export class Declined extends Problem {}
