import type { NamedArgument } from './argument-errors.ts'
import type { BodyOf, Endpoint } from '@typecase/contract/endpoint'
import type { Noun } from '@typecase/ui/count'

/** A call of the contract as data: what a terminal sends, a macro keeps and a page shows. */
export interface ServerCall<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly body: BodyOf<E>
}

/** Where a call is made. */
export interface CallScope {
  readonly bucketSlug: string
}

/** The notification of a call over many objects. */
export interface CallWords {
  /** Begins the title of its plan: `Publish` 12 objects. */
  readonly verb: string
  /** `Published 12 objects.` */
  readonly done: (objects: string) => string
  /** Items that needed no change: `published already`. */
  readonly already?: string
  /** The kind of item, when it is not objects. */
  readonly noun?: Noun
  /** It counts others than the scope does: those alone with something to do, or their other locales too. */
  readonly hasSeparateCount?: boolean
  /** Its call takes `publish`, so it tells what went live; and what the arguments say of it. */
  readonly takesPublish?: true
  readonly publish?: boolean | undefined
}

/**
 * The module that a command's `call` loads: which call of the contract carries it out. It depends on the arguments alone (no
 * services, no facts), and the module runs wherever TypeScript does: no React, no styles.
 */
export interface CallModule<
  Args extends object = object,
  E extends Endpoint = Endpoint,
  Words extends CallWords = CallWords,
> {
  // Methods, so that a list may hold commands with different arguments.
  callOf(args: Args, scope: CallScope): ServerCall<E>
  /** For a call over many objects. */
  words?(args: Args): Words
  /** The argument that a part of the body is made of, by its path there: what the server refuses of it is asked again. */
  argumentAt?(path: string): NamedArgument | undefined
}
