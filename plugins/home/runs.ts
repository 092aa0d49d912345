import { importRoute } from '@typecase/content/routes'
import { addProjectWithBucket, listProjects } from '@typecase/contract/projects'
import { updateUser } from '@typecase/contract/users'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Api, Queries, Session } from '@typecase/plugin-sdk/services'

import type { tryArgs } from './commands.ts'
import { homeRoute } from './routes.ts'

const titles = { blog: 'Blog', shop: 'Shop', docs: 'Docs', import: 'My content' } as const

export const tryContent: CommandModule<ArgsOf<typeof tryArgs>> = {
  run: async ({ content }, { services, go, facts }) => {
    const here = facts['route.bucketSlug']
    if (content === 'import' && here !== undefined) {
      await go(importRoute, { params: { bucketSlug: here } })
      return {}
    }
    const body = {
      project_title: content === 'import' ? 'My project' : 'Sample project',
      bucket_title: titles[content],
      template: content === 'import' ? ('empty' as const) : content,
    }
    const { project, bucket } = await services.get(Api).call(addProjectWithBucket, { body })
    const params = { bucketSlug: bucket.slug }
    await (content === 'import' ? go(importRoute, { params }) : go(homeRoute, { params }))
    // Only after leaving the page without projects, which would otherwise redirect to the first project.
    await services.get(Queries).invalidateQueries({ queryKey: [listProjects.id] })
    return { message: `Created “${project.title}”.` }
  },
}

export const welcomed: CommandModule = {
  run: async (_args, { services }) => {
    const session = services.get(Session)
    const { data: user } = session.getSnapshot()
    if (user) session.saveUser({ ...user, first_login: false, welcomed: true })
    await services.get(Api).call(updateUser, { body: { data: { first_login: false } } })
  },
}
