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

/** A command with its arguments, as data: keys, rows, undo entries, recents and links contain these. */
export interface Ref {
  readonly command: string
  readonly args?: JsonObject
}

/** The effect of a run; decides whether there is a plan or a confirmation. */
export type Effect = 'none' | 'nav' | 'write' | 'destructive'

/** The origin of a run. A `link` only prefills the arguments: a URL never runs a command on its own. */
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
  /** The kind of the object, if it may differ from the kind of the selection. */
  readonly kind?: string
  readonly reason: string
  /** The rule that the object broke. Commands whose `Command.remedies` list the rule are offered to the user. */
  readonly rule?: string
}

/** The outcome of a command. */
export interface Outcome {
  /** A sentence for the notification and the announcer: `Published 12 objects.` */
  readonly message?: string
  /** Undoes the run. The journal stores it, and the notification offers it. */
  readonly undo?: Ref
  /** Repeats the run after an undo; the original reference by default. */
  readonly redo?: Ref
  /** What to open next: a command, or a path of this app. */
  readonly open?: Ref | `/${string}`
  /** Shows the result; the notification offers it as "View". */
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
 * The work of a command. Return a promise, or write an async generator and yield progress: the command can be cancelled
 * between two yields.
 */
export type Run<Args extends object = object> = (
  args: Args,
  context: RunContext,
) => Promise<Outcome | void> | AsyncGenerator<Progress, Outcome | void>

/** The dry run: returns what `run` would do with the same arguments, and changes nothing. */
export type MakePlan<Args extends object = object> = (
  args: Args,
  context: RunContext,
) => Promise<Plan>

/** A short description with at most one picture. */
export interface Preview {
  readonly title: string
  readonly text?: string
  readonly imageUrl?: string
  readonly details?: readonly { readonly label: string; readonly value: string }[]
}

/** The module of a command, which `load` returns: one of the exports of its topic's lazily loaded file. */
export interface CommandModule<Args extends object = object> {
  // Declared as methods, so a list can contain commands with different arguments.
  run(
    args: Args,
    context: RunContext,
  ): Promise<Outcome | void> | AsyncGenerator<Progress, Outcome | void>
  plan?(args: Args, context: RunContext): Promise<Plan>
  /**
   * Returns the question to ask before a run, for a command without a plan: its title, what is lost, the verb on the
   * button, and a `phrase` if the user must type one. A destructive command without this method asks a general
   * question.
   * @returns undefined if these arguments need no confirmation
   */
  confirmation?(args: Args, context: RunContext): Promise<CommandQuestion | undefined>
  preview?(args: Partial<Args>, context: RunContext): Promise<Preview>
}

/** Some of the arguments. A value is undefined where the page does not determine it. */
export type Defaults<Args extends object> = { readonly [K in keyof Args]?: Args[K] | undefined }

/** A command. Everything a user can do is a command; buttons, menus, keys and palette rows only render it. */
export interface Command<Args extends object = object> {
  /** `<plugin>.<verb>` or `<plugin>.<verb>-<noun>` */
  readonly id: `${string}.${string}`
  /** Ids of removed commands that this one replaces wherever they are stored: in keys, recents, favourites, macros. */
  readonly formerIds?: readonly string[]
  /** Verb first, sentence case, "…" if the command asks for more. `{fact}` placeholders are filled in. */
  readonly title: string
  /** Other words that users may type. */
  readonly keywords?: readonly string[]
  /** Other names: an exact match counts as much as the title. */
  readonly aliases?: readonly string[]
  /** Heading in the palette and the cheat sheet; the plugin's title by default. */
  readonly group?: string
  /** Name of a Lucide icon in kebab-case. */
  readonly icon?: string
  /** Position among the palette's rows for the selected or open item, before anything is typed; 50 by default. */
  readonly order?: number
  /** Position among the palette's suggestions for new users; by default the command is not suggested. */
  readonly first?: number
  /**
   * The condition that enables the command, such as a permission. While disabled, it can still be found, and says why.
   */
  readonly when?: When
  /**
   * For each argument that `defaults` take from the page (the subjects): the condition under which the page has it. It
   * does not apply when the caller passes the argument. Where it does not hold, the command asks for the argument, if
   * it has an `ask` for it other than a scope; otherwise it is disabled. Keys of the command work only where it holds.
   */
  readonly subject?: { readonly [K in keyof Args]?: When }
  /**
   * Returns why the command is disabled, if the sentences of the missing facts are not clear enough; undefined falls
   * back to those sentences.
   */
  why?(facts: FactValues): string | undefined
  readonly effect: Effect
  /** Rules that this command helps to satisfy. A refusal for one of them offers the command. */
  readonly remedies?: readonly string[]
  /**
   * Its label among the actions that the palette offers for every command, such as “Set a key for this…”. The action
   * passes the id of that command as the argument `command`.
   */
  readonly nameForCommands?: string
  /** Hides the command from the palette: for undo, and for buttons that pass the arguments. */
  readonly isInternal?: boolean
  /**
   * Shows the plan for any number of objects. By default a plan is made only for a destructive command, for more than
   * 25 objects, or if the arguments do not name the objects.
   */
  readonly isAlwaysPlanned?: boolean
  /**
   * Can be run again while a run is in progress, and joins that run. By default a second press does nothing meanwhile.
   */
  readonly isReentrant?: boolean
  /** Schema of the arguments, which are all JSON. A thunk, because building a schema costs up to a millisecond. */
  readonly args?: () => Schema<Args>
  /** Returns arguments taken from the page: the selection, the open object. */
  defaults?(facts: FactValues): Defaults<Args>
  /** How to ask for each argument, in this order. */
  readonly ask?: { readonly [K in keyof Args]?: Ask }
  /**
   * Loads the API call that carries the command out, for a command that is one call. Such a command can also be run
   * from a terminal, recorded into a macro and shown as a request. `run` and `plan` must send the same call.
   */
  call?(): Promise<CallModule<Args>>
  /**
   * Runs synchronously with the press, without a job, a notification or an entry in recents. For commands that move the
   * cursor, or change the selection or the look of the page. Must be instant.
   */
  runNow?(args: Args, context: RunContext): void
  load(): Promise<CommandModule<Args>>
}

/** A command whose argument types are not known. */
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
 * Declares a command. The types of its arguments are inferred from `args` for `ask`, `defaults` and the module.
 * Commands of one topic are in `<topic>.ts`, their modules in `<topic>-runs.ts`, one `CommandModule` for each command.
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
 * The type of a command's arguments. Give the schema a name, so both the command and its module can refer to it:
 * `const publishArgs = () => type({…})`, `CommandModule<ArgsOf<typeof publishArgs>>`.
 */
export type ArgsOf<Thunk extends () => { infer: unknown }> = ReturnType<Thunk>['infer']

/** A reference to a command without importing it; `refTo` and buttons accept it. */
export interface CommandRef<Args extends object = object> {
  readonly id: string
  /** Type only: never set. */
  readonly '~args'?: Args
}

/** Returns a reference to a command of another plugin: `commandRef<{ job_id: string }>('jobs.cancel')`. */
export function commandRef<Args extends object = object>(id: string): CommandRef<Args> {
  return { id }
}

/** Returns a reference with type-checked arguments: `refTo(publish, { scope })`. */
export function refTo<Args extends object>(
  command: Command<Args> | CommandRef<Args>,
  args?: Partial<NoInfer<Args>>,
): Ref {
  // Arguments are JSON by convention. Proving that would mean building the schema.
  return { command: command.id, ...(args && { args: args as unknown as JsonObject }) }
}

/** Returns a key for a reference that does not depend on the order of its arguments. */
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
