// Imported first: what must be settled before anything renders.
import { offerNonce } from '@kit/ui/nonce'
import { applyTheme } from '@kit/ui/theme'

applyTheme()
offerNonce()
