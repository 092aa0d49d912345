import { whyRoleMayNot } from '@typecase/content/workspace'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq, has } from '@typecase/plugin-sdk/when'

import { addBucket, bucketCommands } from './commands/buckets.ts'
import { newProject, projectCommands } from './commands/projects.ts'
import { general, projectGeneral } from './sections.ts'

const projectCan: FactDeclaration = {
  key: 'project.can',
  title: 'the role in the project allows it',
  missing: ({ 'project.role': role }, permission) =>
    whyRoleMayNot(role, permission, 'project') ?? 'Open a project first.',
}

export default {
  facts: [projectCan],
  commands: [...projectCommands, ...bucketCommands, general.open, projectGeneral.open],
  keys: [
    { keys: 'n', command: newProject.id, when: eq('list.creates', newProject.id) },
    { keys: 'n', command: addBucket.id, when: eq('list.creates', addBucket.id) },
  ],
  sources: [
    {
      id: 'projects.places',
      title: 'Projects and buckets',
      minChars: 1,
      order: 40,
      when: has('session.isLoggedIn'),
      load: () => import('./projects-source.ts'),
    },
  ],
} satisfies PluginPart
