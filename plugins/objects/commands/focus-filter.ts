import type { Run } from '@typecase/plugin-sdk/command'

import { focusFilter } from '../list/list-control.ts'

export const run: Run = async () => focusFilter()
