import type { NamedArgument } from './argument-errors.ts'
import type { BodyOf, Endpoint } from '@typecase/contract/endpoint'
import type { Noun } from '@typecase/ui/count'

/** An API call as data: a terminal sends it, a macro stores it, and a page shows it. */
export interface ServerCall<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly body: BodyOf<E>
}

/** The bucket in which a call is made. */
export interface CallScope {
  readonly bucketSlug: string
}

/** The wording of a plan and a notification for a call over many objects. */
export interface CallWords {
  /** Begins the title of its plan: `Publish` 12 objects. */
  readonly verb: string
  /** `Published 12 objects.` */
  readonly result: (objects: string) => string
  /** Describes items that needed no change: `published already`. */
  readonly already?: string
  /** The kind of item, when it is not objects. */
  readonly noun?: Noun
  /** The call counts other objects than the scope does: only those with something to do, or other locales as well. */
  readonly hasSeparateCount?: boolean
  /**
   * `takesPublish`: the call takes `publish`, so the notification says what went live. `publish`: the argument's value.
   */
  readonly takesPublish?: true
  readonly publish?: boolean | undefined
}

/**
 * The module that a command's `call` loads: it maps the arguments to an API call. It depends on the arguments alone (no
 * services, no facts), and runs in any JavaScript environment: no React, no styles.
 */
export interface CallModule<
  Args extends object = object,
  E extends Endpoint = Endpoint,
  Words extends CallWords = CallWords,
> {
  // Declared as methods, so a list can contain commands with different arguments.
  callOf(args: Args, scope: CallScope): ServerCall<E>
  /** For a call over many objects. */
  words?(args: Args): Words
  /** Returns the argument behind a path in the body, so the palette asks for it again if the server refuses it. */
  argumentAt?(path: string): NamedArgument | undefined
}
