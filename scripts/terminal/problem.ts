/** An error that is shown to the user as a sentence, without a stack. */
export class Problem extends Error {}

/** A mistake in the arguments. */
export class WrongArguments extends Problem {}

/** The user did not confirm. */
export class DeclinedByUser extends Problem {}
