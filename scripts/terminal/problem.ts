/** A sentence for the person at the terminal, without a stack. */
export class Problem extends Error {}

/** An error in the arguments. */
export class WrongArguments extends Problem {}

/** The user did not confirm. */
export class Declined extends Problem {}
