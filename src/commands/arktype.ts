// Settings must be in place before arktype is evaluated.
import './arktype-settings.ts'

/** The part of arktype that the dashboard uses, safe to run in a browser. */
export { ArkErrors, type } from 'arktype'
