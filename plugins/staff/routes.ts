import { route } from '@typecase/plugin-sdk/route'

/** The first section for staff. */
export const staffRoute = route({
  id: 'staff.first-section',
  mount: 'root',
  path: 'admin',
  title: 'Staff',
  load: () => import('./views/staff.tsx'),
})

/** A section for staff by its name. */
export const staffSectionRoute = route({
  id: 'staff.section',
  mount: 'root',
  path: 'admin/$section',
  title: 'Staff',
  load: () => import('./views/staff.tsx'),
})
