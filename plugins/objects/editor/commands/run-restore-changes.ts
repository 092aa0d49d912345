import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { getAt } from '../draft/path.ts'
import { changedPaths } from '../draft/units.ts'
import { openSession } from '../session/open-session.ts'
import { takeDiscarded } from './discarded.ts'
import type { restoreArgs } from './restore-changes.ts'
import { NotNow } from './save-open.ts'

export const run: Run<ArgsOf<typeof restoreArgs>> = async ({ key }) => {
  const entry = takeDiscarded(key)
  if (!entry || openSession() !== entry.session) {
    throw new NotNow('The object of these changes is no longer open.')
  }
  const { session, values } = entry
  const { draft } = session.get()
  for (const path of changedPaths(draft.values, values, draft.groups)) {
    session.edit(path, getAt(values, path))
  }
  return { message: 'Discarded changes restored.' }
}
