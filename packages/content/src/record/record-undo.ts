import {
  type Command,
  type CommandModule,
  defineCommand,
  type Ref,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Journal } from '@typecase/plugin-sdk/jobs'
import { Toasts } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'

import type { RecordKind } from './define-record.ts'

const undoArgs = () =>
  type({
    bucket: 'string',
    /** `set` earlier values, `remove` added records, `restore` removed ones, restore the earlier `order`. */
    action: "'set' | 'remove' | 'restore' | 'order'",
    'id?': 'string',
    'data?': 'object',
    'order?': 'string[]',
  })
type UndoArgs = ReturnType<typeof undoArgs>['infer']

/** Undoes changes of records of one kind. */
export type UndoCommand = Command<UndoArgs>

/**
 * Declares the command that undoes changes of a kind of record. The palette does not list it: undo entries refer to it.
 * @example
 * export const undoWebhook = undoCommand(webhook, {
 *   id: 'webhooks.undo', load: async () => (await runs()).webhooks.undoModule,
 * })
 */
export const undoCommand = (
  { noun, group, when }: Pick<RecordKind<{ id: string }, string>, 'noun' | 'group' | 'when'>,
  { id, load }: Pick<UndoCommand, 'id' | 'load'>,
): UndoCommand =>
  defineCommand({
    id,
    title: `Undo change of ${noun}`,
    group,
    when,
    icon: 'undo-2',
    isInternal: true,
    effect: 'write',
    args: undoArgs,
    load,
  })

/** The calls that change a kind of record. */
export interface RecordCalls<Item, Data extends object> {
  /** Returns the values that users set, as far as the client knows them: an undo sends them again. */
  dataOf(item: Item): Data
  /** Changes values. @param rev the version that the values are based on; omit it to change any version */
  update(
    services: Services,
    slug: string,
    id: string,
    data: Partial<Data>,
    rev?: number,
  ): Promise<Item>
  /** Removes a record. @returns the data that `restore` needs; undefined if the record cannot be restored */
  remove(services: Services, slug: string, item: Item): Promise<object | undefined>
  /** Restores a removed record: the same one, or another one with its values. */
  restore(services: Services, slug: string, id: string, data: object): Promise<Item>
  /** Orders all records of the bucket; missing if they have no order. */
  reorder?(services: Services, slug: string, order: readonly string[]): Promise<unknown>
  /** Leaves the page of a removed record, which would have nothing to show. */
  leave?(item: Item, context: RunContext): Promise<void>
  titleOf(item: Item): string
}

/** Notifies the user that a form saved a record, and adds a step to the journal that undoes it. */
export function notifySaved(
  services: Services,
  slug: string,
  message: string,
  undo: Ref | undefined,
): void {
  const journal = services.get(Journal)
  const step = undo && journal.keep(message, undo, slug)
  services.get(Toasts).show({
    message,
    tone: 'success',
    ...(step !== undefined && {
      action: { label: 'Undo', run: () => void journal.undo(step) },
    }),
  })
}

/** The undo of a change; missing if the client did not know the earlier values. */
interface Undoable {
  readonly undo?: Ref
}

/** Changes of a kind of record, each with its undo. */
export interface RecordChanges<Item, Data extends object> {
  /**
   * Changes a record. Throws `stale` if someone else saved since, after reading their version. @param rev as in
   * `RecordCalls`
   */
  update(
    services: Services,
    slug: string,
    id: string,
    data: Partial<Data>,
    rev?: number,
  ): Promise<Undoable & { readonly item: Item }>
  remove(item: Item, slug: string, context: RunContext): Promise<Undoable>
  reorder(services: Services, slug: string, order: readonly string[]): Promise<{ undo: Ref }>
  /** Returns the command that undoes adding a record. */
  undoOfAdd(slug: string, id: string): Ref
  /** Returns the command that undoes an update; undefined if an earlier value is not known. */
  undoOfUpdate(slug: string, before: Item, data: object): Ref | undefined
  /** The module of the undo command. Each of its runs can be undone as well. */
  readonly undoModule: CommandModule<UndoArgs>
}

/** Returns the changes of a kind of record, which can be undone, and whose undo can be undone too. */
export function recordChanges<Item extends { readonly id: string }, Data extends object>(
  record: RecordKind<Item, string>,
  command: UndoCommand,
  calls: RecordCalls<Item, Data>,
): RecordChanges<Item, Data> {
  const undoTo = (args: UndoArgs): Ref => refTo(command, args)

  const changes: RecordChanges<Item, Data> = {
    undoOfAdd: (bucket, id) => undoTo({ bucket, action: 'remove', id }),

    undoOfUpdate(bucket, before, data) {
      const earlier = Object.entries(calls.dataOf(before)).filter(([key]) => key in data)
      const hasEarlierValues = earlier.length > 0 && earlier.length === Object.keys(data).length
      if (!hasEarlierValues) return undefined
      return undoTo({ bucket, action: 'set', id: before.id, data: Object.fromEntries(earlier) })
    },

    async update(services, slug, id, data, rev) {
      const before = await record.read(services, slug, id)
      const undo = changes.undoOfUpdate(slug, before, data)
      try {
        const item = await calls.update(services, slug, id, data, rev)
        return { item, ...(undo && { undo }) }
      } finally {
        await record.refresh(services)
      }
    },

    async remove(item, slug, context) {
      const { services } = context
      const data = await calls.remove(services, slug, item)
      await calls.leave?.(item, context)
      await record.refresh(services)
      if (data === undefined) return {}
      return { undo: undoTo({ bucket: slug, action: 'restore', id: item.id, data }) }
    },

    async reorder(services, slug, order) {
      const before = (await record.all(services, slug)).map(({ id }) => id)
      // A removed record has no position in the order.
      const remaining = order.filter((id) => before.includes(id))
      await calls.reorder?.(services, slug, remaining)
      await record.refresh(services)
      return { undo: undoTo({ bucket: slug, action: 'order', order: before }) }
    },

    undoModule: {
      async run({ bucket, action, id = '', data = {}, order = [] }, context) {
        const { services } = context
        switch (action) {
          case 'set': {
            const { item, undo } = await changes.update(services, bucket, id, data)
            return {
              message: `Restored the earlier settings of “${calls.titleOf(item)}”.`,
              ...(undo && { undo }),
            }
          }
          case 'remove': {
            const item = await record.read(services, bucket, id)
            const removal = await changes.remove(item, bucket, context)
            return { message: `Deleted “${calls.titleOf(item)}”.`, ...removal }
          }
          case 'restore': {
            const item = await calls.restore(services, bucket, id, data)
            await record.refresh(services)
            return {
              message: `Restored “${calls.titleOf(item)}”.`,
              undo: changes.undoOfAdd(bucket, item.id),
            }
          }
          default:
            return {
              message: `Restored the order of ${record.group.toLowerCase()}.`,
              ...(await changes.reorder(services, bucket, order)),
            }
        }
      },
    },
  }
  return changes
}
