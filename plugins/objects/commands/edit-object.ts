import type { Run } from '@typecase/plugin-sdk/command'

import { objectRef } from '../routes.ts'

export const run: Run = async (_args, { facts, go }) => {
  const objectID = facts['objects.row'] ?? facts['selection.ids']?.[0]
  if (objectID) await go(objectRef, { params: { objectID } })
}
