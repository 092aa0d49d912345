import './arktype-ahead.ts'

import { ark } from 'arktype'

// From here on schemas are compiled when they are built, with the keywords that they use: ours, on first use.
Object.assign(ark.internal.resolvedConfig, { jitless: false })
