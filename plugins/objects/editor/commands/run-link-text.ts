import type { Run } from '@typecase/plugin-sdk/command'

import { activeText } from '../text/active-text.ts'

export const run: Run = async () => activeText()?.openLink()
