/// The words that messages may keep where personal text is left out.
///
/// They are those of the messages themselves and of formats, and the names of makers, models and
/// programs that causes depend on. A word that is not here came out of a file, or is one that
/// nobody put in yet: leaving it out does no harm, a test shows where it is missed.
enum OwnWords {
  /// Whether a word is one of them, letter by letter: `may` is, `May` could be a date or a person.
  static func contains(_ word: some StringProtocol) -> Bool {
    all.contains(String(word))
  }

  private static let all = Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))

  private static let text = """
    1st 2nd 3rd 4th 5s 6s a AAC absent ACDSee acTL addition adds Adobe adobe Affinity after
    agree Air alac all alone also although always among an and Android anew angle animated
    announcement announces another any apac apart aperture apng APP Apple apple Apple's
    application apps archive are around as ASCII ascii aspect at atom atoms attributes auxC
    auxiliary auxv av AV1 available avc AVFoundation AVIF avif avis AVMetadataIdentifier base be
    been before begin begins behind belong belongs beside big binary bit bits black block bond
    both Box box boxes bplist brand break broken Bundle bundle but by byte Bytes bytes Camera
    camera camera's Cameras cameras can cannot Canon Capture capture captured carries carry case
    cause CC cdep cdsc characters check Chunk chunk chunk's chunks cinf clap Classic clean clef
    clips clockwise cloned closes closing cmov co Code codec coded Colour colour colr com comes
    compared compressed concerns conflict construction container contains content
    ContentIdentifier contradicts control converter copies copy could count counted counts cover
    creation creationdate cropped crops crossed crx ctts cut D8 D9 damaged darktable dash Data
    data date dates DateTimeOriginal days decimals declare declared declares declaring default
    describes description device dict dictionary did differ difference differs digiKam digit
    digits dimensions dimg directory display distinct dng DNL do DOCTYPE documentation does drop
    drops dtyp duplicate duration dvh E each earlier Edit edit edited editor edts Elements
    elements else embedded emptiness empty emsg enabled encoded encoder encoding encrypted end
    ended endian ending ends enough entities entries entry EOI error every evidence exactly
    example exception EXIF Exif eXIf exif ExifIFD exiftool exist explained exports extension
    extensions extent extents extra fail false fewer FF ffmpeg field File file files FileType
    fill filmed finding findings first fit flags folder follow followed follows for form Format
    format formed found Foundation fragment fragmented Fragments fragments frame frames free
    from ftyp FUJIFILM Fujifilm FullBox further gain Galaxy gave generation generators genuine
    geometry GIF gif GIMP give given gives Google gp GPS GPSInfo GPSLatitude GPSLatitudeRef
    GPSLongitude GPSLongitudeRef grid H half halves HandBrake handbrake Handler handler harm has
    have hdlr HDRGain Header header HEIC heic HEIC's HEICs HEIF heif height heim heis heix here
    hev HEVC hevc hevm hevs hevx hexadecimal hif higher HLS hold holds holes HONOR Honor hours
    how http https HUAWEI Huawei hvc id IDAT idat identifier identifier's identifiers identity
    IEC IEND IFD ignore IHDR II iinf iloc ilst Image image ImageLength ImageMagick ImageWidth
    imda imir in index infe info information inside integer invalid iOS iPad iPadOS ipco iPhone
    ipma iPod iprp iref irot is ISO iso isom ispe it Item item items its itself ITU iTunes iTXt
    joined joins jpe JPEG jpeg JPEG's jpg jumps jxrs kB keeps kept key keyd keys KiB kind km
    known lack lacks landscape large last lasts latitude Lavc Lavf layout least leave leaves
    left length letter letters li libheif lie lies Lightroom likely limit line list listed Lists
    lists little LIVE Live live livephotolint local locale Location location Lone lone LONG long
    longer longitude look looked lose loses lost lower lowest lpcm Luminar lying m Mac Macintosh
    macOS MACOSX made major Make make maker MakerNote makernote MakerNote's MakerNotes malformed
    many map mark marked Marker marker marks Matrices matrix Max may MB mdat mdhd mdia mdir mdta
    measured measurement mebx Media media MediaGroupUUID member memory message meta Metadata
    metadata method mfra MicroVideo MicroVideoOffset mif mime min minf mini minutes mirror
    mirrored mirroring mirrors miscount mismatch misplaced missing mixed MM mm mmp Model model
    moment moof moov moov' more most Motion motion MotionPhoto MotionPhotoOffset motorola mov
    Movie movie movie's movies moving MP mp MP4 MPF mpvd ms msf multi multiple muxed mvex mvhd
    name named names namesake Namespace namespace needed neither never new NIKON Nikon nil no
    none nor not note nothing NUL NULs number numbers Object object of off Offset offset offsets
    OffsetTimeOriginal OLivePhoto OLivePhotoVersion on once One one OnePlus only open opened
    OPPO oppo or order ordinary Orientation orientation orientations original originals other
    others out outside over overlaps own packet padding Pair pair pairs Panasonic part partner
    parts pasp pass passes past path Pathname pattern pause payload pdin
    PFVideoComplementMetadataVersionKey Photo photo Photo's Photos Photoshop PHPhotosError
    PHPhotosErrorDomain Picasa PICT pict pict' picture picture's pictures piece pieces Pillow
    pitm Pixel Pixelmator pixels PixelXDimension PixelYDimension Place place placed placeholder
    places played players plays plist Plus PNG png pnot portrait present press Preview prft
    Primary primary priv private Pro problem profile program properties property ProRes
    publication put qt QTFF QuickTime quicktime random rate ratio RATIONAL Raw rdf re reach
    reaches read reader real realme reason record recorded recording refer Reference reference
    references relative render rendition renditions repeat repeated rest reused RFC RIFF right
    rivals room rotation rules run runs s said same Sample sample samples Samsung samsung saved
    say says scale scan screenshots sdpd SE searched second seconds section seems seen SEF sefd
    SEFH SEFT segment segments select semantic separator sequence settings sharers shares SHORT
    short shortest shot shot's show shown shows sidecar sides sidx single size sizes smaller
    Snapseed so SOF Software software SOI SONY Sony sound sowt space stale stand stands start
    starts state stated states static stbl stco stem step still still's stills store stored
    stray string stripped structure stsc stsd stsz stts style styp stz subject subtracting such
    surroundings switched synthetic table tables tag tags take taken takes tapt tell tells
    temporary tEXt text than that the their them there they this those thumbnail tif TIFF tiff
    tile tiles time Timed timed times tkhd tmap tmcd tmp to together told too tool top touch
    trace Track track tracks trailer trailing trait trak transcoded transfer transform tref
    trimmed trims true truncated turn turned twice two twos Type type udta unci under Unknown
    unknown unlinked unpacked unpacks unreadable unrecognised unsafe untold untrimmed up upper
    upright uses usual UTC UTF utf UUID value values vendor version VH vide video video's
    VideoLength videos vivo VP VP8 VP9 VSCO vvc wallpaper wanted warning was way WEBP WebP webp
    well were what whatever when where which while white whole wide Windows with within without
    word work write writes written wrong wrote x Xiaomi XML xml XMLName XMP xmp XR XS year zero
    ZIP zip zTXt
    """
}
