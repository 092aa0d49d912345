import {
  type ObjectMatch,
  type SearchAndReplaceBody,
  type SearchAndReplaceResult,
  searchAndReplace,
} from '@typecase/contract/search-and-replace'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan, Run, RunContext } from '@typecase/plugin-sdk/command'
import type { LeftOut, Plan, PlanChange, PlanTotals } from '@typecase/plugin-sdk/plan'
import { Api } from '@typecase/plugin-sdk/services'
import { isEmpty } from '@typecase/plugin-sdk/bulk-target'

import { callOf, words } from '../calls/replace.ts'
import { nothing, planned } from './bulk-plan.ts'
import { grownPlan } from './grown-plan.ts'
import { facetsOf } from './plan-facets.ts'
import { pageFrom } from './plan-page.ts'
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

export const plan: MakePlan<Args> = (args, context) => {
  if (isEmpty(args.scope)) return Promise.resolve(nothing('Replace in'))
  // Each review begins with all of them, also where the command is repeated.
  const body = { ...bodyOf({ ...args, exclude: [] }, context), dry_run: true }
  const { services, signal } = context
  const answers = services.get(Api).stream(searchAndReplace, { body }, { signal })
  return grownPlan(answers, (answer) => planOf(args, body, answer, context))
}

function planOf(args: Args, body: Body, answer: SearchAndReplaceResult, context: RunContext): Plan {
  const { matches = 0, modified = 0, sample = [], skipped = [], version, matched } = answer
  return {
    ...totalsOf(args, { modified, matches }),
    skipped,
    changes: sample.map(changeOf),
    changeCount: matches,
    more: async (skip) => {
      const next = { ...body, ...pageFrom(skip, version) }
      return ((await send(next, context)).sample ?? []).map(changeOf)
    },
    isReversible: answer.is_reversible ?? true,
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    args: planned(args.scope, matched),
    facets: facetsOf(answer.facets),
    excludeArg: 'exclude',
    scopeArg: 'scope',
    without: async (out) => {
      const { before, after } = await around(body, out, context)
      return totalsOf(args, {
        modified: modified - before.modified + after.modified,
        matches: matches - before.matches + after.matches,
      })
    },
  }
}

interface Counts {
  readonly modified: number
  readonly matches: number
}

const totalsOf = ({ find }: Pick<Args, 'find'>, { modified, matches }: Counts): PlanTotals => ({
  title: `Replace “${find}” in ${objectsInWords(modified)}`,
  counts: [
    { label: modified === 1 ? 'object' : 'objects', value: modified },
    { label: matches === 1 ? 'match' : 'matches', value: matches },
  ],
  total: modified,
})

/** A match is named after its object. */
const objectOf = (matchId: string): string => matchId.split('.', 1)[0] ?? ''

/** Of a page of matches. */
const MOST_SHOWN = 1000

/** What the objects that something is left out of come to with and without it: only they are looked at anew. */
async function around(
  { query: _, ...body }: Body,
  { matches, objects }: LeftOut,
  context: RunContext,
): Promise<{ before: Counts; after: Counts }> {
  const touched = [...new Set([...objects, ...matches.map(objectOf)])]
  const count = async (more: Partial<Body>): Promise<Counts> => {
    const asked = { ...body, object_ids: touched, sample_limit: MOST_SHOWN, ...more }
    const { modified = 0, matches: all = 0, sample = [] } = await send(asked, context)
    // A dry run counts what it leaves alone, too; only those of fields that are left out it does not know.
    const out = sample.filter(({ match_id }) => more.exclude?.includes(match_id))
    return { modified, matches: all - out.length }
  }
  const without = [...(body.exclude_ids ?? []), ...objects]
  const [before, after] = await Promise.all([
    count({}),
    count({ exclude: [...matches], ...(without.length > 0 && { exclude_ids: without }) }),
  ])
  return { before, after }
}
