import '../../server/products/manage/dashboard-contract';
import '../../server/sellers/dashboard-contract';
import '../../server/ledger/contract';
import '../applications/Age';
import '../applications/words';
import '../audit-log/changes';
import '../audit-log/sentence';
import '../browser/focus-restore';
import '../browser/use-address';
import '../browser/use-list';
import '../dashboard/Dashboard';
import '../forms/image-upload';
import '../forms/photo-slot';
import '../forms/upload';
import '../ui/lists/empty-list';
import '../ui/lists/list-count';
import '../ui/lists/list-page';
import '../ui/lists/status-pills';
import '../ui/table';

// Imported by the entries of seller's and staff's pages: what several of them use, in one file.
