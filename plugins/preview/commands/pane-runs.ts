import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { type PreviewPage, previewPage } from '../pane/preview-page.ts'
import type { partArgs, revisionArgs, siteArgs } from './pane.ts'

/** Returns the preview on screen. @throws Refusal if none is shown */
function requirePreview({ page }: RunContext): PreviewPage {
  const current = page(previewPage)
  if (!current) throw new Refusal('Show the preview first.')
  return current
}

export const chooseSite: CommandModule<ArgsOf<typeof siteArgs>> = {
  async run({ site }, context) {
    requirePreview(context).choose(site)
  },
}

export const showRevision: CommandModule<ArgsOf<typeof revisionArgs>> = {
  async run({ revision }, context) {
    requirePreview(context).showRevision(revision)
  },
}

export const copyAddress: CommandModule = {
  async run(_args, context) {
    const address = requirePreview(context).address()
    await copyText(address)
    return { message: `Copied ${address}.` }
  },
}

export const editPart: CommandModule<ArgsOf<typeof partArgs>> = {
  async run(source, context) {
    requirePreview(context).open(source)
  },
}
