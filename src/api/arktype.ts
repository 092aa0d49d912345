// oxlint-disable-next-line import/no-unassigned-import -- what it sets must be there first
import './arktype-settings.ts'

/** What the dashboard uses of arktype, as a browser may run it. */
export { ArkErrors, type } from 'arktype'
