import { route } from '@typecase/plugin-sdk/route'

/** The first section. */
export const staffRoute = route({
  id: 'staff.first-section',
  mount: 'root',
  path: 'admin',
  title: 'Staff',
  load: () => import('./views/staff.tsx'),
})

/** One section by its name. */
export const staffSectionRoute = route({
  id: 'staff.section',
  mount: 'root',
  path: 'admin/$section',
  title: 'Staff',
  load: () => import('./views/staff.tsx'),
})
