import * as calls from '@typecase/contract/extensions'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Files } from '@typecase/plugin-sdk/services'

import { readOffered, refreshExtensions, refreshMarketplace } from '../queries.ts'
import type { extensionArgs, publishArgs } from './extensions.ts'

export const publishExtension: CommandModule<ArgsOf<typeof publishArgs>> = {
  run: async ({ workspace_id, file }, { services, signal }) => {
    const given = services.get(Files).get(file)
    const { extension } = await services
      .get(Api)
      .upload(calls.publishExtension, { query: { workspace_id } }, [given], { signal })
    await Promise.all([refreshMarketplace(services), refreshExtensions(services)])
    const { title, version } = extension.manifest
    return { message: `“${title}” ${version} is published. Buckets keep the version they have.` }
  },
}

export const withdrawExtension: CommandModule<ArgsOf<typeof extensionArgs>> = {
  async plan({ extension_id }, { services }) {
    const { manifest } = await readOffered(services, extension_id)
    return {
      title: `Withdraw “${manifest.title}”`,
      counts: [{ label: 'extension', value: 1 }],
      total: 1,
      skipped: [],
      changes: [],
      isReversible: true,
      warnings: [
        'Nobody can install it any more. Where it is installed it stays, and works.',
        'It can be published again, with a higher version.',
      ],
    }
  },
  run: async ({ extension_id }, { services }) => {
    const { manifest, publisher } = await readOffered(services, extension_id)
    if (publisher.workspace_id === undefined)
      throw new Refusal(`“${manifest.title}” comes with the product.`)
    const body = { workspace_id: publisher.workspace_id, extension_id }
    const { message } = await services.get(Api).call(calls.withdrawExtension, { body })
    await refreshMarketplace(services)
    return { message }
  },
}
