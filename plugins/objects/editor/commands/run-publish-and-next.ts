import type { Run } from '@typecase/plugin-sdk/command'

import { isDirty } from '../draft/draft.ts'
import { goToNeighbour } from './go-to-neighbour.ts'
import { publishOpen } from './publish-open.ts'
import { requireOpenSession } from './save-open.ts'

export const run: Run = async (_args, context) => {
  const session = requireOpenSession()
  const published = await publishOpen(context)
  const { draft } = session.get()
  const { server } = draft
  // Backed out, or something has to be mended first; what is public already goes on to the next one.
  if (!published && (server?.status !== 'published' || isDirty(draft))) return {}
  const hasGone = await goToNeighbour(context, 'next')
  const title = `Published “${(published ?? server)?.title ?? ''}”.`
  return { message: hasGone ? title : `${title} It was the last one of the list.` }
}
