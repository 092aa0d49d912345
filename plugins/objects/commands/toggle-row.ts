import type { Run } from '@typecase/plugin-sdk/command'

import { listOnScreen } from '../list/list-control.ts'

export const run: Run = async () => listOnScreen().toggleRow()
