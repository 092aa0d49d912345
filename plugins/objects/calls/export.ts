import { type ExportFormat, exportObjects } from '@typecase/contract/object-export'
import { targetOf } from '@typecase/plugin-sdk/bulk-target'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import type { CallModule, CallPlace, ServerCall } from '@typecase/plugin-sdk/server-call'

import type { exportArgs } from '../commands/export-commands.ts'

type Args = ArgsOf<typeof exportArgs>

/** The file of an export. Which columns a list has is kept in the browser: elsewhere the fields are named. */
export const exportCall = (format: ExportFormat) =>
  ({
    callOf: (
      { scope, columns, fields }: Args,
      { bucketSlug: slug }: CallPlace,
    ): ServerCall<typeof exportObjects> => {
      if (columns === 'list' && !fields) {
        const message =
          'The columns of a list are known to the dashboard alone: name fields instead.'
        throw Object.assign(new Error(message), { code: 'invalid' })
      }
      return {
        endpoint: exportObjects,
        body: { slug, ...targetOf(scope), format, ...(fields && { fields }) },
      }
    },
  }) satisfies CallModule<Args, typeof exportObjects>
