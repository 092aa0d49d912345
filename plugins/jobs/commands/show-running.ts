import type { Run } from '@typecase/plugin-sdk/command'

import { historyRoute } from '../routes.ts'

export const run: Run = (_args, { go }) => go(historyRoute, { search: { state: 'running' } })
