import type { ObjectMatch, SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import { UNDO_TIME } from './words/undo.ts'
import { formatCount, type Noun, plural } from '@typecase/ui/count'
import type {
  Exclusions,
  Plan,
  PlanChange,
  PlanChoice,
  PlanTotals,
} from '@typecase/plugin-sdk/plan'
import { facetsOf, pageFrom, plannedScope, streamedPlan } from './dry-run.ts'
import type { Scope } from '@typecase/plugin-sdk/scope'

/** A search and replacement, in any kind of item. */
export interface Replacement {
  readonly find: string
  /** The searched scope, and the noun of its items. */
  readonly scope: Scope
  readonly noun: Noun
  /** The value of `publish` that is sent, if the call takes one, and the question of the plan about it. */
  readonly publish?: boolean
  ask?(published: number): PlanChoice
  /** Runs the dry run step by step. */
  stream(): AsyncGenerator<SearchAndReplaceResult, void>
  /** Reads a further page of the same dry run. */
  page(page: ReturnType<typeof pageFrom>): Promise<SearchAndReplaceResult>
  /** Makes the same dry run for these objects only, with further exclusions. */
  only(ids: string[], out: Out): Promise<SearchAndReplaceResult>
}

/** Further exclusions, and the number of matches to return. */
export interface Out {
  readonly sample_limit: number
  readonly exclude?: string[]
  readonly exclude_ids?: string[]
}

/** Makes the plan of a search and replacement, with a row for each match, so each can be left out. */
export const planReplacement = (replacement: Replacement): Promise<Plan> =>
  streamedPlan(replacement.stream(), (answer) => planOf(replacement, answer))

const changeOf = ({ object_id, title, label, match_id, ...match }: ObjectMatch): PlanChange => {
  const { before, after, start, end } = match
  return {
    id: object_id,
    label: title || 'Untitled',
    field: label,
    matches: [{ id: match_id, before, after, start, end }],
  }
}

function planOf(replacement: Replacement, answer: SearchAndReplaceResult): Plan {
  const { matches = 0, modified = 0, sample = [], skipped = [], version, matched } = answer
  const { public: published = 0 } = answer
  const { publish, ask } = replacement
  return {
    ...totalsOf(replacement, { modified, matches }),
    skipped,
    changes: sample.map(changeOf),
    changeCount: matches,
    more: async (skip) => {
      const { sample: more = [] } = await replacement.page(pageFrom(skip, version))
      return more.map(changeOf)
    },
    isReversible: answer.is_reversible ?? true,
    undoTime: UNDO_TIME,
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    args: {
      ...plannedScope(replacement.scope, matched),
      ...(publish !== undefined && { publish }),
    },
    ...(ask && { choice: ask(published) }),
    facets: facetsOf(answer.facets),
    excludeArg: 'exclude',
    scopeArg: 'scope',
    without: async (out) => {
      const { before, after } = await around(replacement, out)
      return totalsOf(replacement, {
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

const totalsOf = (
  { find, noun }: Pick<Replacement, 'find' | 'noun'>,
  { modified, matches }: Counts,
): PlanTotals => ({
  title: `Replace “${find}” in ${formatCount(modified, noun)}`,
  counts: [
    { label: plural(modified, noun), value: modified },
    { label: plural(matches, 'match'), value: matches },
  ],
  total: modified,
})

/** Returns the id of a match's object, with which the match id begins. */
const ownerOf = (matchId: string): string => matchId.split('.', 1)[0] ?? ''

/** Limit for the matches in one response. */
const MAX_SHOWN = 1000

/** Counts the items that exclusions affect, without and with the exclusions. Only these items are searched again. */
async function around(
  { only }: Pick<Replacement, 'only'>,
  { matches, objects }: Exclusions,
): Promise<{ before: Counts; after: Counts }> {
  const touched = [...new Set([...objects, ...matches.map(ownerOf)])]
  const count = async (out: Omit<Out, 'sample_limit'>): Promise<Counts> => {
    const answer = await only(touched, { sample_limit: MAX_SHOWN, ...out })
    const { modified = 0, matches: all = 0, sample = [] } = answer
    // A dry run also counts excluded matches; only those in excluded fields are missing.
    const excluded = sample.filter(({ match_id }) => out.exclude?.includes(match_id))
    return { modified, matches: all - excluded.length }
  }
  const [before, after] = await Promise.all([
    count({}),
    count({ exclude: [...matches], exclude_ids: [...objects] }),
  ])
  return { before, after }
}
