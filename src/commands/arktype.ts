// What it sets must be there before arktype is evaluated.
import './arktype-settings.ts'

/** What the dashboard uses of arktype, as a browser may run it. */
export { ArkErrors, type } from 'arktype'
