import type { Schema } from '@typecase/contract/endpoint'
import type { AskContext, AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'
import type {
  Command,
  CommandModule,
  CommandOptions,
  Defaults,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import type { FactDeclaration, FactKey, Facts, FactValues } from '@typecase/plugin-sdk/facts'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'
import type { When } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { bucketSlugOf } from '../bucket-slug.ts'

/**
 * How long a picker's rows count as fresh, in ms. It reads them at each key; changes by others appear this much later.
 */
const PICKER_FRESH_MS = 1000

type TextFact = { [Key in FactKey]: Facts[Key] extends string ? Key : never }[FactKey]

/** The query of a list: `apiQueryOptions` with its refetch interval. */
interface ListQuery<Answer> {
  readonly queryKey: readonly unknown[]
  queryFn(context: { signal: AbortSignal }): Promise<Answer>
}

/** Options of `defineRecord`. */
export interface RecordOptions<Item, Arg extends string, Answer> {
  /** Singular noun for texts: `webhook`. */
  readonly noun: string
  readonly icon: string
  /** Heading of its commands in the palette. */
  readonly group: string
  /** The condition for commands about records: in a bucket, with a permission. */
  readonly when: When
  /** The argument by which commands name a record's id: `webhook_id`. */
  readonly arg: Arg
  /** The fact with the id of the current record: the one on screen, or the row with the keyboard's focus. */
  readonly fact: TextFact
  /** Returns the query for all records of a bucket, or of the container that `scopeOf` names. */
  query(services: Services, slug: string): ListQuery<Answer>
  /** Returns the key of the list on screen: a project, a workspace. The slug of the bucket by default. */
  scopeOf?(facts: FactValues): string
  items(answer: Answer): readonly Item[]
  /** Returns a record's row in a picker; its label and subtitle are searched. */
  row(item: Item): Pick<PickerRow, 'label' | 'subtitle' | 'icon'>
  /** Endpoints whose responses contain records; `refresh` invalidates them. */
  readonly endpoints: readonly { readonly id: string }[]
}

/** Whether a record can be chosen: `false` leaves it out, and a text says why it cannot be chosen. */
export type Offer<Item> = (item: Item, context: AskContext) => boolean | string

/** Arguments that name one record. */
export type RecordArgs<Arg extends string> = { [Key in Arg]: string }

/** Context of a command about one record. */
export interface RecordContext extends RunContext {
  /** The bucket of the record, or the container that `scopeOf` names. */
  readonly slug: string
}

/** The work of a command on one record; `args` also contains its other arguments. */
export interface RecordWork<Item, Args = unknown> {
  run(
    item: Item,
    context: RecordContext,
    args: Args,
  ): Promise<Outcome | void> | AsyncGenerator<Progress, Outcome | void>
  plan?(item: Item, context: RecordContext, args: Args): Promise<Plan>
  confirmation?(
    item: Item,
    context: RecordContext,
    args: Args,
  ): Promise<CommandQuestion | undefined>
}

/** A kind of record: everything that its commands, views and tests share. */
export interface RecordKind<Item extends { readonly id: string }, Arg extends string> extends Pick<
  RecordOptions<Item, Arg, never>,
  'noun' | 'icon' | 'group' | 'when' | 'arg' | 'fact'
> {
  /** For the plugin's `facts`. */
  readonly factDeclaration: FactDeclaration
  /** Schema of the arguments of a command about one record. */
  readonly args: () => Schema<RecordArgs<Arg>>
  /** Returns the arguments that name a record, for buttons and references. */
  argsOf(id: string): RecordArgs<Arg>
  /** Returns the arguments that name the current record, for `defaults`. */
  current(facts: FactValues): Defaults<RecordArgs<Arg>>
  /** Returns the question for a record of the bucket on screen. */
  ask(offer?: Offer<Item>): AskPicker
  /** Returns the `initial` of a later prompt, which reads a value of the chosen record. */
  initial(read: (item: Item) => string): (context: AskContext) => Promise<string>
  /** Reads all records of a bucket. */
  all(services: Services, slug: string): Promise<readonly Item[]>
  /** Reads one record from the server. @throws Refusal when it no longer exists */
  read(services: Services, slug: string, id: string): Promise<Item>
  /** Refetches all queries that show records. */
  refresh(services: Services): Promise<void>
  /** Returns the module of a command about one record, which reads the record first. */
  module<Args extends RecordArgs<Arg> = RecordArgs<Arg>>(
    work: RecordWork<Item, Args> | RecordWork<Item, Args>['run'],
  ): CommandModule<Args>
}

/**
 * Declares a kind of record that belongs to a bucket.
 * @example
 * export const webhook = defineRecord({
 *   noun: 'webhook', icon: 'webhook', group: 'Webhooks', when: can('webhooks:write'),
 *   arg: 'webhook_id', fact: 'webhooks.webhook',
 *   query: webhooksQuery, items: ({ webhooks }) => webhooks,
 *   row: ({ title, endpoint }) => ({ label: title, subtitle: endpoint }),
 *   endpoints: [listWebhooks, getWebhook],
 * })
 */
export function defineRecord<
  Item extends { readonly id: string },
  const Arg extends string,
  Answer,
>(options: RecordOptions<Item, Arg, Answer>): RecordKind<Item, Arg> {
  const { noun, icon, group, when, arg, fact, query, items, row, endpoints } = options
  const { scopeOf = bucketSlugOf } = options

  const readAll = async (services: Services, slug: string, staleTime: number) =>
    items(await services.get(Queries).fetchQuery({ ...query(services, slug), staleTime }))
  const record: RecordKind<Item, Arg> = {
    noun,
    icon,
    group,
    when,
    arg,
    fact,
    factDeclaration: {
      key: fact,
      title: `a ${noun} is current`,
      missing: `Go to a ${noun} first.`,
    },
    args: () => type({ [arg]: 'string' }) as Schema<RecordArgs<Arg>>,
    // TypeScript widens a computed key to any string.
    argsOf: (id) => ({ [arg]: id }) as RecordArgs<Arg>,
    current: (facts) => ({ [arg]: facts[fact] }) as Defaults<RecordArgs<Arg>>,
    ask: (offer = () => true) => ({
      kind: 'picker',
      title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
      placeholder: `Which ${noun}?`,
      search: filterRows(async (context) => {
        const { services, facts } = context
        const all = await record.all(services, scopeOf(facts))
        return all.flatMap((item) => {
          const reason = offer(item, context)
          if (reason === false) return []
          const { id } = item
          return {
            id,
            value: id,
            icon,
            ...row(item),
            ...(typeof reason === 'string' && { reason }),
          }
        })
      }),
    }),
    initial: (read) => async (context) => {
      const { [arg]: id } = context.args as RecordArgs<Arg>
      return read(await record.read(context.services, scopeOf(context.facts), id))
    },
    all: (services, slug) => readAll(services, slug, PICKER_FRESH_MS),
    async read(services, slug, id) {
      const item = (await readAll(services, slug, 0)).find((one) => one.id === id)
      if (!item) throw new Refusal(`This ${noun} no longer exists.`)
      return item
    },
    async refresh(services) {
      const queries = services.get(Queries)
      await Promise.all(endpoints.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })))
    },
    module<Args extends RecordArgs<Arg>>(
      work: RecordWork<Item, Args> | RecordWork<Item, Args>['run'],
    ): CommandModule<Args> {
      const { run, plan, confirmation } = typeof work === 'function' ? { run: work } : work
      const read = async (args: Args, context: RunContext) => {
        const slug = scopeOf(context.facts)
        const item = await record.read(context.services, slug, args[arg])
        return [item, { ...context, slug }, args] as const
      }
      return {
        async *run(args, context) {
          const result = run(...(await read(args, context)))
          return Symbol.asyncIterator in result ? yield* result : await result
        },
        ...(plan && { plan: async (args, context) => plan(...(await read(args, context))) }),
        ...(confirmation && {
          confirmation: async (args, context) => confirmation(...(await read(args, context))),
        }),
      }
    },
  }
  return record
}

type RecordCommandOptions<Item, Arg extends string, Args extends object> = Omit<
  Command<NoInfer<Args>>,
  'args' | 'defaults' | 'ask' | 'runNow'
> & {
  /** The records on offer; all of them by default. */
  readonly offer?: Offer<Item>
  /** Schema of the arguments, if the command takes any in addition to the record. */
  readonly args?: () => Schema<Args>
  /** Prompts for these arguments, after the record. */
  readonly ask?: Omit<NonNullable<CommandOptions<NoInfer<Args>>['ask']>, Arg>
}

/**
 * Declares a command about one record: the current one, or else one that the palette asks for.
 * @example
 * export const deleteWebhook = recordCommand(webhook, {
 *   id: 'webhooks.delete', title: 'Delete webhook…', icon: 'trash-2', effect: 'write',
 *   load: async () => (await runs()).deleteWebhook,
 * })
 */
export function recordCommand<
  Item extends { readonly id: string },
  Arg extends string,
  Args extends RecordArgs<Arg> = RecordArgs<Arg>,
>(
  record: RecordKind<Item, Arg>,
  { offer, ...options }: Partial<Pick<Command, 'when'>> & RecordCommandOptions<Item, Arg, Args>,
): Command<Args> {
  const { group, when, icon, arg, args, current } = record
  const ask = { [arg]: record.ask(offer), ...options.ask }
  return {
    group,
    when,
    icon,
    args: args as () => Schema<Args>,
    ...options,
    defaults: current as () => Defaults<Args>,
    ask,
  }
}
