#pragma once
#include <dlfcn.h>
#include <git2.h>
#include <git2/sys/repository.h>
#include <stddef.h>

/* libgit2 and what it pulls in (Kerberos, TLS, SSH) cost 4 ms of loading and
   make every fork dearer, and most commands need no git. So the library is not
   linked: its functions are looked up by name when a repository is opened. A
   new function is one line in this list. */
#define CGIT2_FUNCTIONS(F) \
  F(git_libgit2_init) \
  F(git_libgit2_opts) \
  F(git_error_last) \
  F(git_error_clear) \
  F(git_attr_get) \
  F(git_attr_value) \
  F(git_blob_free) \
  F(git_blob_lookup) \
  F(git_blob_rawcontent) \
  F(git_blob_rawsize) \
  F(git_buf_dispose) \
  F(git_commit_create_buffer) \
  F(git_commit_create_with_signature) \
  F(git_commit_free) \
  F(git_commit_lookup) \
  F(git_commit_tree) \
  F(git_config_add_file_ondisk) \
  F(git_config_entry_free) \
  F(git_config_free) \
  F(git_config_get_bool) \
  F(git_config_get_entry) \
  F(git_config_get_path) \
  F(git_config_iterator_free) \
  F(git_config_multivar_iterator_new) \
  F(git_config_new) \
  F(git_config_next) \
  F(git_config_open_level) \
  F(git_config_set_string) \
  F(git_ignore_path_is_ignored) \
  F(git_index_add) \
  F(git_index_entrycount) \
  F(git_index_free) \
  F(git_index_get_byindex) \
  F(git_index_get_bypath) \
  F(git_index_new) \
  F(git_index_open) \
  F(git_index_read_tree) \
  F(git_index_remove) \
  F(git_index_write) \
  F(git_index_write_tree_to) \
  F(git_message_prettify) \
  F(git_object_free) \
  F(git_object_peel) \
  F(git_odb_free) \
  F(git_odb_hash) \
  F(git_odb_write) \
  F(git_oid_equal) \
  F(git_oid_tostr) \
  F(git_reference_free) \
  F(git_reference_lookup) \
  F(git_reference_symbolic_target) \
  F(git_reference_target) \
  F(git_repository_commondir) \
  F(git_repository_free) \
  F(git_repository_init) \
  F(git_repository_is_bare) \
  F(git_repository_odb) \
  F(git_repository_open_ext) \
  F(git_repository_path) \
  F(git_repository_set_config) \
  F(git_repository_set_index) \
  F(git_repository_workdir) \
  F(git_revparse_single) \
  F(git_transaction_commit) \
  F(git_transaction_free) \
  F(git_transaction_lock_ref) \
  F(git_transaction_new) \
  F(git_transaction_set_target) \
  F(git_tree_entry_bypath) \
  F(git_tree_entry_byname) \
  F(git_tree_entry_filemode) \
  F(git_tree_entry_free) \
  F(git_tree_entry_id) \
  F(git_tree_entry_type) \
  F(git_tree_free) \
  F(git_tree_id) \
  F(git_tree_lookup) \
  F(git_treebuilder_entrycount) \
  F(git_treebuilder_free) \
  F(git_treebuilder_get) \
  F(git_treebuilder_insert) \
  F(git_treebuilder_new) \
  F(git_treebuilder_remove) \
  F(git_treebuilder_write)

/* libgit2's functions, as pointers. */
struct cgit2_functions {
#define CGIT2_FIELD(name) __typeof__(&name) name;
  CGIT2_FUNCTIONS(CGIT2_FIELD)
#undef CGIT2_FIELD
};

/* Loads the library that the headers belong to, and fills `functions`.
   Returns NULL, or the reason why not. */
static inline const char *cgit2_load(struct cgit2_functions *functions) {
  void *library = dlopen("libgit2.so." LIBGIT2_SOVERSION, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define CGIT2_LOAD(name) \
  if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return dlerror();
  CGIT2_FUNCTIONS(CGIT2_LOAD)
#undef CGIT2_LOAD
  return NULL;
}

/* git_libgit2_opts() is variadic, and Swift cannot call C variadics. One
   function per option that we use; each has the option's own argument types. */
static inline int cgit2_set_owner_validation(const struct cgit2_functions *f, int enabled) {
  return f->git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}
static inline int cgit2_set_cached_tree_size(const struct cgit2_functions *f, size_t bytes) {
  return f->git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, bytes);
}
