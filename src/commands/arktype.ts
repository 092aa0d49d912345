// Settings must be in place before arktype is evaluated.
import './arktype-settings.ts'

/** The part of arktype that the dashboard uses, configured for the browser. */
export { ArkErrors, type } from 'arktype'
