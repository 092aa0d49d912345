import { type BulkEditData, bulkEditObjects, type FieldEdit } from '@typecase/contract/bulk-edit'
import type { RefusedAs } from '@typecase/plugin-sdk/refused-as'
import type { CallPlace, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'

/** What a command does to each of its objects, and the words for it. */
interface Edit<Args> {
  readonly data: (args: Args) => BulkEditData
  readonly words: (args: Args) => CallWords
  /** What is edited in all of them: what is refused of it is asked for again. */
  readonly asked?: RefusedAs
}

/** The call of a command that edits all its objects alike. */
export const editCall = <Args extends { readonly scope: Scope }>({
  data,
  words,
  asked,
}: Edit<Args>) => ({
  callOf: (args: Args, { bucketSlug: slug }: CallPlace): ServerCall<typeof bulkEditObjects> => ({
    endpoint: bulkEditObjects,
    body: { slug, ...targetOf(args.scope), data: data(args) },
  }),
  words,
  argumentAt: (path: string) => (path.startsWith('data.') ? asked : undefined),
})

/** An edit of a field as the server takes it. */
export const editOf = (path: string, edit: FieldEdit): BulkEditData =>
  path.startsWith('metadata.')
    ? { metadata: { [path.slice('metadata.'.length)]: edit } }
    : { fields: { [path]: edit } }
