// What the pages of orders share with their dialogs that are loaded later, in one file.
import '../../server/claims/contract';
import '../../server/shipping/contract';
import '../browser/use-act';
import '../claims/ClaimView';
import '../claims/MessageForm';
import '../claims/PhotoField';
import '../claims/WithdrawClaim';
import '../claims/use-photos';
import './packing-slip';
import './shipment-values';
