import type { Run } from '@typecase/plugin-sdk/command'

import { openProfileAt } from '../open-profile-at.ts'

export const run: Run = (_args, { go }) => openProfileAt(go, 'password')
