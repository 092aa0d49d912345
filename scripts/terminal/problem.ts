/** A sentence for the person at the terminal, without a stack. */
export class Problem extends Error {}

/** The same about what was typed. */
export class WrongArguments extends Problem {}

/** They were asked, and did not agree. */
export class Declined extends Problem {}
