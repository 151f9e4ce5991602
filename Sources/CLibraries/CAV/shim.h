#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <sys/prctl.h>

// Macros with casts and variadic functions do not reach Swift; these are their names there.

/// AV_NOPTS_VALUE: there is no time.
static inline int64_t livephotolint_no_time(void) { return AV_NOPTS_VALUE; }

/// AVERROR(EAGAIN): more has to go in before something comes out.
static inline int livephotolint_again(void) { return AVERROR(EAGAIN); }

/// AVERROR_EOF: there is no more.
static inline int livephotolint_end(void) { return AVERROR_EOF; }

/// AVERROR(error): an error of the system as the libraries give it.
static inline int livephotolint_system_error(int error) { return AVERROR(error); }

/// AVERROR_INVALIDDATA: the bytes are not what they should be.
static inline int livephotolint_invalid_data(void) { return AVERROR_INVALIDDATA; }

/// Has the system kill this process when the thread that started it ends.
static inline int livephotolint_die_with_parent(int signal) {
  return prctl(PR_SET_PDEATHSIG, signal);
}

// Sound is kept as `uint8_t **`, and taken as `void **` or with const: a cast in C, none in Swift.

/// swr_convert on planes as frames keep them.
static inline int livephotolint_resample(
    struct SwrContext *context, uint8_t **target, int room, uint8_t **source, int count) {
  return swr_convert(context, target, room, (const uint8_t **)source, count);
}

/// av_audio_fifo_write on planes as frames keep them.
static inline int livephotolint_put_sound(AVAudioFifo *waiting, uint8_t **planes, int count) {
  return av_audio_fifo_write(waiting, (void **)planes, count);
}

/// av_audio_fifo_read on planes as frames keep them.
static inline int livephotolint_take_sound(AVAudioFifo *waiting, uint8_t **planes, int count) {
  return av_audio_fifo_read(waiting, (void **)planes, count);
}
