import type { Schema } from '@typecase/contract/endpoint'

import type { Ask } from './ask.ts'
import type { FactValues } from './facts.ts'
import type { Json, JsonObject } from './json.ts'
import type { Plan } from './plan.ts'
import type { CommandQuestion } from './confirmation.ts'
import type { Go } from './route.ts'
import type { HereService } from './here.ts'
import type { CallModule } from './server-call.ts'
import type { Services } from './token.ts'
import type { When } from './when.ts'

/** The thing to run, as data: what keys, rows, undo entries, recents and links hold. */
export interface Ref {
  readonly command: string
  readonly args?: JsonObject
}

/** The effect of a run; decides whether there is a plan or a confirmation. */
export type Effect = 'none' | 'nav' | 'write' | 'destructive'

/** The origin of a run. A `link` only prefills: nothing runs from a URL by itself. */
export type CommandSource =
  | 'palette'
  | 'button'
  | 'menu'
  | 'key'
  | 'undo'
  | 'command'
  | 'link'
  | 'extension'

/** Progress that a run yields: steps done, total, and optionally a message for the tray. */
export interface Progress {
  readonly done: number
  readonly total: number
  readonly message?: string
}

/** One object that a command could not change. */
export interface Failure {
  readonly id: string
  /** The kind of the object, if it may differ from that of the selection. */
  readonly kind?: string
  readonly reason: string
  /** The rule that it broke, for a command that leads out (`Command.remedies`). */
  readonly rule?: string
}

/** The outcome of a command. */
export interface Outcome {
  /** A sentence for the notification and the announcer: `Published 12 objects.` */
  readonly message?: string
  /** Takes it back; kept in the journal and offered in the notification. */
  readonly undo?: Ref
  /** Does it again after an undo. Without it the original reference is used. */
  readonly redo?: Ref
  /** Where to go now: a command, or a path of this app. */
  readonly open?: Ref | `/${string}`
  /** Shows what came of it; offered in the notification as "View". */
  readonly view?: Ref
  /** Failed items. They stay selected. */
  readonly failures?: readonly Failure[]
}

/** Context for `run` and `plan`, in addition to the arguments. */
export interface RunContext extends Pick<HereService, 'route' | 'page' | 'field'> {
  readonly services: Services
  /** Snapshot from when the command started; `route`, `page` and `field` are read live. */
  readonly facts: FactValues
  /** Aborted by Cancel. */
  readonly signal: AbortSignal
  readonly source: CommandSource
  /** Runs another command. */
  readonly run: (ref: Ref) => Promise<Outcome>
  readonly go: Go
}

/**
 * The work itself. Return a promise, or write an async generator and yield progress:
 * between two yields the command can be cancelled.
 */
export type Run<Args extends object = object> = (
  args: Args,
  context: RunContext,
) => Promise<Outcome | void> | AsyncGenerator<Progress, Outcome | void>

/** The dry run: says what `run` would do with the same arguments and changes nothing. */
export type MakePlan<Args extends object = object> = (
  args: Args,
  context: RunContext,
) => Promise<Plan>

/** A short description in words and at most one picture. */
export interface Preview {
  readonly title: string
  readonly text?: string
  readonly imageUrl?: string
  readonly details?: readonly { readonly label: string; readonly value: string }[]
}

/** The work of a command, as `load` answers it: one of the exports of its topic's lazily loaded module. */
export interface CommandModule<Args extends object = object> {
  // Methods, so that a list may hold commands with different arguments.
  run(
    args: Args,
    context: RunContext,
  ): Promise<Outcome | void> | AsyncGenerator<Progress, Outcome | void>
  plan?(args: Args, context: RunContext): Promise<Plan>
  /**
   * The question before it runs, for a command without a plan: its title, what is lost, the verb on the button. A
   * `phrase` must be typed. A destructive command without it is confirmed in general words.
   * @returns undefined where these arguments leave nothing to ask
   */
  confirmation?(args: Args, context: RunContext): Promise<CommandQuestion | undefined>
  preview?(args: Partial<Args>, context: RunContext): Promise<Preview>
}

/** Some of the arguments; undefined where the user is nowhere that would tell. */
export type Defaults<Args extends object> = { readonly [K in keyof Args]?: Args[K] | undefined }

/** Everything a user can do is one of these. Buttons, menus, keys and palette rows only render it. */
export interface Command<Args extends object = object> {
  /** `<plugin>.<verb>` or `<plugin>.<verb>-<noun>` */
  readonly id: `${string}.${string}`
  /** Ids of removed commands that it replaces wherever they are stored: in keys, recents, favourites, macros. */
  readonly formerIds?: readonly string[]
  /** Verb first, sentence case, "…" when more is asked. `{fact}` placeholders are filled in. */
  readonly title: string
  /** Other words people may type. */
  readonly keywords?: readonly string[]
  /** Other names: an exact match counts as much as the title. */
  readonly aliases?: readonly string[]
  /** Heading in the palette and the cheat sheet; the plugin's title unless given. */
  readonly group?: string
  /** Name of a Lucide icon in kebab-case. */
  readonly icon?: string
  /** Its order among the palette's rows about the selected or open item, before anything is typed: 50 by default. */
  readonly order?: number
  /** Its order among the palette's suggestions for new users; not suggested by default. */
  readonly first?: number
  /** Enabled when this holds: whether one may. Otherwise it is still found, and says why not. */
  readonly when?: When
  /**
   * Subjects: for each argument that `defaults` take from the page, what must be there for that. It counts
   * only while no one gives the argument. Without it the command asks for the argument, if it has an `ask` for it
   * other than a scope, and is disabled otherwise. Its keys are in force only where the subject is.
   */
  readonly subject?: { readonly [K in keyof Args]?: When }
  /** The reason, when the words of the missing facts are not good enough; undefined falls back to those. */
  why?(facts: FactValues): string | undefined
  readonly effect: Effect
  /** Rules of refusals that it leads out of: it is offered with them. */
  readonly remedies?: readonly string[]
  /** Its name among the actions of every command in the palette, such as “Set a key for this…”: its argument `command` is the id of that command. */
  readonly nameForCommands?: string
  /** Not offered in the palette: for undo, and for buttons that bring their arguments. */
  readonly isInternal?: boolean
  /** Shows its plan at any size. Otherwise a plan is made for more than 25 objects, and when destructive. */
  readonly isAlwaysPlanned?: boolean
  /** Runs again while a run of it is going on, which it knows how to join. Otherwise a second press does nothing then. */
  readonly isReentrant?: boolean
  /** Schema of the arguments, all JSON. A thunk, because building one costs up to a millisecond. */
  readonly args?: () => Schema<Args>
  /** Arguments taken from where the user is: the selection, the open object. */
  defaults?(facts: FactValues): Defaults<Args>
  /** How to ask for each argument, in this order. */
  readonly ask?: { readonly [K in keyof Args]?: Ask }
  /**
   * The call of the contract that carries it out, for a command that is one call. With it the command can also be
   * run from a terminal, recorded into a macro and shown as a request; `run` and `plan` send the same call.
   */
  call?(): Promise<CallModule<Args>>
  /**
   * For a command that moves the cursor, changes the selection or the look of the page: it runs synchronously with the
   * press, without a job, a notification or an entry in recents. It must be instant.
   */
  runNow?(args: Args, context: RunContext): void
  load(): Promise<CommandModule<Args>>
}

/** A command whose arguments are not known here. */
export type AnyCommand = Command

/** The parameters of `defineCommand`: `Args` is inferred from `args` alone. */
export type CommandOptions<Args extends object> = Omit<
  Command<Args>,
  'args' | 'ask' | 'defaults' | 'subject' | 'call' | 'effect' | 'runNow' | 'load'
> & {
  readonly args?: () => Schema<Args>
  defaults?(facts: FactValues): Defaults<NoInfer<Args>>
  readonly ask?: { readonly [K in keyof NoInfer<Args>]?: Ask }
  readonly subject?: { readonly [K in keyof NoInfer<Args>]?: When }
  call?(): Promise<CallModule<NoInfer<Args>>>
} & (
    | {
        readonly effect: Effect
        load(): Promise<CommandModule<NoInfer<Args>>>
      }
    | {
        readonly effect: 'none'
        runNow(args: NoInfer<Args>, context: RunContext): void
      }
  )

/**
 * Declares a command; the arguments' types flow from `args` into `ask`, `defaults` and its module. Commands of one
 * topic are in `<topic>.ts`, their runs in `<topic>-runs.ts`, a `CommandModule` for each.
 * @example
 * // publish.ts
 * export const publishArgs = () => type({ scope: scope() })
 * export const publish = defineCommand({
 *   id: 'objects.publish', title: 'Publish', effect: 'write', when: can('objects:publish'),
 *   args: publishArgs,
 *   defaults: (facts) => ({ scope: scopeOf(facts) }),
 *   load: async () => (await import('./publish-runs.ts')).publish,
 * })
 * // publish-runs.ts
 * export const publish: CommandModule<ArgsOf<typeof publishArgs>> = { run: …, plan: … }
 */
export function defineCommand<Args extends object = object>(
  command: CommandOptions<Args>,
): Command<Args> {
  if ('load' in command) return command
  const { runNow } = command
  const run = async (args: Args, context: RunContext) => runNow(args, context)
  return { ...command, load: () => Promise.resolve({ run }) }
}

/**
 * The type of a command's arguments. Name the schema, so that the command and the module that runs it
 * can both refer to it: `const publishArgs = () => type({…})`, `CommandModule<ArgsOf<typeof publishArgs>>`.
 */
export type ArgsOf<Thunk extends () => { infer: unknown }> = ReturnType<Thunk>['infer']

/** Names a command without importing it; `refTo` and buttons take it. */
export interface CommandRef<Args extends object = object> {
  readonly id: string
  /** Type only: never set. */
  readonly '~args'?: Args
}

/** A command of another plugin: `commandRef<{ job_id: string }>('jobs.cancel')`. */
export function commandRef<Args extends object = object>(id: string): CommandRef<Args> {
  return { id }
}

/** A reference with checked arguments: `refTo(publish, { scope })`. */
export function refTo<Args extends object>(
  command: Command<Args> | CommandRef<Args>,
  args?: Partial<NoInfer<Args>>,
): Ref {
  // Arguments are JSON by contract: the schema cannot be asked for that without building it.
  return { command: command.id, ...(args && { args: args as unknown as JsonObject }) }
}

/** A key for a reference that does not depend on the order of its arguments. */
export function refKey(ref: Ref): string {
  return ref.args ? `${ref.command}?${stable(ref.args)}` : ref.command
}

function stable(value: Json): string {
  return JSON.stringify(value, (_key, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
