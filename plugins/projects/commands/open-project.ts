import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { projectRoute } from '../routes.ts'
import type { projectArgs } from './project-commands.ts'

export const run: Run<ArgsOf<typeof projectArgs>> = async ({ project_id }, { go }) => {
  await go(projectRoute, { params: { projectID: project_id } })
}
