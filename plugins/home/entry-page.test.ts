// @vitest-environment jsdom
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { expect, test } from 'vitest'

import { createEntryPage } from './entry-page.ts'
import plugin from './plugin.ts'

const builtIn = { id: 'default', total_projects: 1 }
const workspace = (total_projects: number) => ({ id: 'w1', total_projects })
const project = (...slugs: string[]) => ({ buckets: slugs.map((slug) => ({ slug })) })

const pageFor = (projects: object[], workspaces: object[] = [builtIn]) => {
  const host = createTestHost(plugin, {
    api: {
      'projects.list': () => ({ projects, total: projects.length }),
      'workspaces.list': () => ({ workspaces, total: workspaces.length }),
    },
  })
  return createEntryPage(host.services).find()
}

test('the entry page shows the objects of the only bucket', async () => {
  expect(await pageFor([project('magazine')])).toBe('/magazine/objects')
  expect(await pageFor([project('magazine')], [builtIn, workspace(0)])).toBe('/magazine/objects')
})

test.each([
  ['no project', []],
  ['a project without a bucket', [project()]],
  ['two buckets', [project('magazine', 'shop')]],
  ['two projects', [project('magazine'), project()]],
])('the entry page shows the projects with %s', async (_what, projects) => {
  expect(await pageFor(projects)).toBeUndefined()
})

test('the entry page shows the projects if another workspace has some, too', async () => {
  expect(await pageFor([project('magazine')], [builtIn, workspace(1)])).toBeUndefined()
})
