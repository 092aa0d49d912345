import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { activeText } from '../text/active-text.ts'
import { allTools } from '../text/text-tools.ts'
import type { formatArgs } from './format-text.ts'

export const run: Run<ArgsOf<typeof formatArgs>> = async ({ format }) => {
  const text = activeText()
  if (text) allTools.find(({ id }) => id === format)?.run(text.editor)
}
