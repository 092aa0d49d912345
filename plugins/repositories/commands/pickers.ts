import type { AskPicker } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

export const group = 'Repositories'
export const inBucket = has('route.bucketSlug')

/** For commands that change something. */
export const changing = {
  when: and(inBucket, can('types:write')),
  why: ({ can: may, 'bucket.role': role }: FactValues) =>
    may && !may.has('types:write')
      ? `Your role (${role ?? 'none'}) may not change repositories.`
      : undefined,
}

const rows = () => import('./picker-rows.ts')

export const repositoryArgs = () => type({ repository_id: 'string' })
const branchRef = () => type({ repository_id: 'string', name: 'string' })
export const branchArgs = () => type({ branch: branchRef() })

/** The repository on screen, or the row that has the focus. */
export const currentRepository = (facts: FactValues) => ({
  repository_id: facts['repositories.repository'],
})

/** The branch that has the focus. */
export function currentBranch(facts: FactValues) {
  const { 'repositories.repository': repository_id, 'repositories.branch': name } = facts
  return {
    branch: repository_id === undefined || name === undefined ? undefined : { repository_id, name },
  }
}

export const askRepository: AskPicker = {
  kind: 'picker',
  title: 'Repository',
  placeholder: 'Which repository?',
  search: async (query, context) => (await rows()).repositoryRows(query, context),
}

const askBranchOf = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Branch',
  placeholder: 'Which branch?',
  search,
})

export const askBranch = askBranchOf(async (query, context) =>
  (await rows()).branchRows(query, context),
)
export const askBranchOnHost = askBranchOf(async (query, context) =>
  (await rows()).branchOnHostRows(query, context),
)
export const askBranchWithSite = askBranchOf(async (query, context) =>
  (await rows()).branchWithSiteRows(query, context),
)
/** The default branch of each is offered with the reason why it stays. */
export const askBranchToDelete = askBranchOf(async (query, context) =>
  (await rows()).deletableBranchRows(query, context),
)
