import {
  MATCHES_SHOWN,
  type ObjectMatch,
  type SearchAndReplaceBody,
  searchAndReplace,
} from '@typecase/contract/search-and-replace'
import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'
import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { isEmpty } from '../calls/bulk-target.ts'
import { callOf, words } from '../calls/replace.ts'
import { nothing, planned } from './bulk-plan.ts'
import type { replaceArgs } from './edit-commands.ts'
import { runBulk } from './run-bulk.ts'
import { objectsInWords } from './words.ts'

type Args = ArgsOf<typeof replaceArgs>
type Body = SearchAndReplaceBody

const bodyOf = (args: Args, { facts }: RunContext): Body =>
  callOf(args, { bucketSlug: bucketSlugOf(facts) }).body

const send = (body: Body, { services, signal }: RunContext) =>
  services.get(Api).call(searchAndReplace, { body }, { signal })

export const run: Run<Args> = (args, context) =>
  runBulk(
    args.scope,
    {
      done: words(args).done,
      isNarrow: true,
      send: async () => {
        const { sample: _, ...answer } = await send(bodyOf(args, context), context)
        return answer
      },
    },
    context,
  )

/** A row for each match, so that each can be left out. */
const changeOf = ({ object_id, title, label, match_id, ...match }: ObjectMatch): PlanChange => {
  const { before, after, start, end } = match
  return {
    id: object_id,
    label: title || 'Untitled',
    field: label,
    matches: [{ id: match_id, before, after, start, end }],
  }
}

export const plan: MakePlan<Args> = async (args, context) => {
  if (isEmpty(args.scope)) return nothing('Replace in')
  // Each review begins with all of them, also where the command is repeated.
  const body = { ...bodyOf({ ...args, exclude: [] }, context), dry_run: true }
  const answer = await send(body, context)
  const { matches = 0, modified = 0, sample = [], skipped = [], version } = answer
  return {
    title: `${words(args).verb} ${objectsInWords(modified)}`,
    counts: [
      { label: modified === 1 ? 'object' : 'objects', value: modified },
      { label: matches === 1 ? 'match' : 'matches', value: matches },
    ],
    skipped,
    changes: sample.map(changeOf),
    changeCount: matches,
    more: async (skip) => {
      const page = { sample_skip: skip, sample_limit: MATCHES_SHOWN }
      const next = { ...body, ...page, ...(version !== undefined && { sample_version: version }) }
      return ((await send(next, context)).sample ?? []).map(changeOf)
    },
    total: modified,
    isReversible: answer.is_reversible ?? true,
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    args: planned(args.scope, answer.matched),
    excludeArg: 'exclude',
  }
}
